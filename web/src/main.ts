// Starts the page. Not here: anything else. Invariant: one App in #app.
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { clearLoaded } from './back';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no place for the app');
// The page looks where it is once this has been set right.
void clearLoaded().then(() => mount(App, { target }));
