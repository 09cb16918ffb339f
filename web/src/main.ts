// Starts the page. Not here: anything else. Invariant: one App in #app.
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { clearLoaded } from './back';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no place for the app');
await clearLoaded(); // it tells the page where it is
mount(App, { target });
