// What comes with the first thought, and with no table. Not here: the worker, which comes behind it.
// Invariant: no module that every table needs imports this.
export { second as words } from '../messages/thinking.en';
export { Thinking } from './thinking';
