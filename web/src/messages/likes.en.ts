// English words for what a person likes: motion, sounds, colours, a discard taken back.
// Not here: what it does (settings.svelte.ts). Invariant: they come with the menu, not with a table.
import { plural } from './words.en';

export const likes = {
  speed: 'Cards move',
  speeds: { slow: 'slowly', normal: 'at an easy pace', fast: 'fast', none: 'not at all' },
  takeBack: 'A discard can be taken back',
  takeBackFor: (seconds: number) =>
    seconds === 0 ? 'never' : `for ${plural(seconds, { one: '# second', other: '# seconds' })}`,
  askDiscard: 'Ask before a wild card, or one that completes a canasta, is thrown',
  sound: 'Sound when it is your turn, and when you win a hand',
  cardSound: 'Sound of cards and canastas',
  vibration: 'Vibration when it is your turn',
  fourColour: 'Four-colour cards',
  theme: 'Colours of the table',
  themes: {
    auto: 'as the system has them',
    dark: 'dark',
    light: 'light',
    contrast: 'of high contrast',
  },
  large: 'Large print',
  leftHanded: 'Buttons on the left',
};
