// English words of the questions that find a family's rule set. Not here: what answers mean
// (house/questions.ts). Invariant: every question and answer there has its words here.
interface Words {
  ask: string;
  about?: string;
  answers: Readonly<Record<string, string>>;
}

const QUESTIONS: Readonly<Record<string, Words>> = {
  who: {
    ask: 'Who plays?',
    answers: {
      two: 'Two of us',
      threeAlone: 'Three, everyone alone',
      threeLone: 'Three, one against the two others',
      fourPairs: 'Four, in two pairs',
      fourAlone: 'Four, everyone alone',
      five: 'Five, three against two',
      fiveAlone: 'Five, everyone alone',
      sixSides: 'Six, three against three',
      sixPairs: 'Six, in three pairs',
      sixAlone: 'Six, everyone alone',
      sevenAlone: 'Seven, everyone alone',
      eightPairs: 'Eight, in four pairs',
      eightAlone: 'Eight, everyone alone',
    },
  },
  dealt: {
    ask: 'How many cards is everybody dealt?',
    answers: { eleven: 'Eleven', thirteen: 'Thirteen', fourteen: 'Fourteen', fifteen: 'Fifteen' },
  },
  draw: {
    ask: 'How many cards do you draw in a turn?',
    answers: {
      one: 'One',
      two: 'Two',
      twoThenThree: 'Two in the first hand, then three',
      upToFive: 'Three in the first two hands, then four, then five',
    },
  },
  foot: {
    ask: 'Is there a second hand?',
    about: 'A packet, often called the foot, that each player gets face down and plays later.',
    answers: {
      none: 'No',
      empty: 'Yes, picked up when the first hand is played out',
      canasta: 'Yes, picked up with one’s first canasta',
    },
  },
  runs: {
    ask: 'May you lay runs of one suit?',
    about: 'For example four, five and six of hearts.',
    answers: { no: 'No, only cards of one rank', yes: 'Yes, runs count as melds' },
  },
  wildCanasta: {
    ask: 'Can jokers and twos make a canasta by themselves?',
    answers: { no: 'No', yes: 'Yes' },
  },
  special: {
    ask: 'Are there special hands?',
    about: 'A straight of all ranks, seven pairs and the like, laid down at once for many points.',
    answers: {
      none: 'No',
      some: 'Yes; a first meld of wild cards only will do',
      league: 'Yes, and the first meld needs three natural cards of a kind',
    },
  },
  pile: {
    ask: 'Before your side has melded: what does it take to pick up the discard pile?',
    answers: {
      untilMelded: 'A pair that matches the top card; later one card may do',
      open: 'The same as later: melded or not makes no difference',
      always: 'A matching pair, and later too: always',
      notToOpen: 'Nothing helps: the first meld is laid from the hand alone',
    },
  },
  amount: {
    ask: 'How much of the discard pile do you pick up?',
    answers: {
      all: 'All of it',
      one: 'The top card alone',
      three: 'The top three cards',
      six: 'The top six cards',
      seven: 'The top seven cards',
      drawn: 'As many as are drawn: three in the first two hands, then four, then five',
    },
  },
  blackThree: {
    ask: 'Somebody throws a black three. What happens?',
    answers: {
      stops: 'The next player cannot take the pile',
      freezes: 'The same, and the pile is frozen from then on',
      bonus: 'Nobody throws one: it is laid out like a red three',
      cost: 'Threes of both colours are kept or thrown; in hand they only cost points',
      nothing: 'Nothing special',
    },
  },
  wilds: {
    ask: 'How many jokers and twos may a meld have?',
    answers: {
      three: 'Three, however short it is',
      two: 'Two',
      fewer: 'Always fewer than natural cards',
      half: 'Up to as many as natural cards',
    },
  },
  out: {
    ask: 'How many canastas does a side need to go out?',
    answers: {
      ...{ one: 'One', two: 'Two', three: 'Three', four: 'Four', five: 'Five', six: 'Six' },
      nine: 'Nine',
      sixToTen: 'Six in the first two hands, then eight, then ten',
      lastHand: 'None, and two in the last hand',
    },
  },
  kinds: {
    ask: 'Which canastas must be among them?',
    about: 'Clean ones have no jokers or twos in them, dirty ones have.',
    answers: {
      any: 'Any will do',
      clean: 'A clean one',
      oneOne: 'A clean and a dirty one',
      oneTwo: 'One clean and two dirty',
      twoOne: 'Two clean and one dirty',
      twoTwo: 'Two clean and two dirty',
      twoThree: 'Two clean and three dirty',
      threeThree: 'Three clean and three dirty',
      fiveFour: 'Five clean and four dirty',
      wildToo: 'A clean one, a dirty one, and one of jokers and twos alone',
      fourKinds: 'The same, and one of sevens',
      upToFive: 'Three of each in the first two hands, then four, then five',
      lastHand: 'None before the last hand; in it a clean and a dirty one',
    },
  },
  target: {
    ask: 'When does the game end?',
    answers: {
      hands3: 'After three hands',
      hands4: 'After four hands',
      hands6: 'After six hands',
      t3000: 'At 3,000 points',
      t5000: 'At 5,000 points',
      t7500: 'At 7,500 points',
      t8500: 'At 8,500 points',
      t10000: 'At 10,000 points',
      t12000: 'At 12,000 points',
      t15000: 'At 15,000 points',
      t20000: 'At 20,000 points',
    },
  },
};

export const which = {
  title: 'Which canasta does your family play?',
  step: (now: number, all: number) => `Question ${now} of ${all}`,
  ask: (question: string) => QUESTIONS[question]?.ask ?? question,
  about: (question: string) => QUESTIONS[question]?.about ?? '',
  answer: (question: string, answer: string) => QUESTIONS[question]?.answers[answer] ?? answer,
  unsure: 'Not sure',
  back: 'Back',
  again: 'Start again',
  nearest: 'The nearest rule set is',
  asItStands: 'It fits all you said as it stands.',
  withChanges: 'With these changes it fits what you said:',
  unsettled: 'This could not be fitted into it; have a look at it yourself:',
  open: 'Look at these rules',
};
