// What of the catalogue comes with the analysis of finished hands: another language has this object,
// too. Not here: texts. Invariant: nothing but that part of the page imports this.
export { analysis } from './analysis.en';
