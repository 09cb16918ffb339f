// What of the catalogue comes with the start page and the form of house rules: another language has
// these objects, too. Not here: texts. Invariant: no module that every table needs imports this.
export { games } from './games.en';
export { house } from './house.en';
export { levels } from './levels.en';
export { lobby } from './lobby.en';
export { me } from './me.en';
export { tables } from './tables.en';
export { which } from './which.en';
