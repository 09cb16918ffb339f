// English words for the person this browser belongs to: name, devices, account, data.
// Not here: people at a table (people.en.ts).
// Invariant: a sentence is whole; nothing is glued from pieces but names and numbers.
export const me = {
  title: 'You',
  named: (name: string) => `You are ${name}.`,
  account: (login: string) => `Account: ${login}`,
  nobody: 'This server does not know you yet. Play, or come from another device.',
  name: 'Change the name',
  save: 'Save',
  manage: 'Devices and account',

  device: 'Use another device',
  deviceAbout: 'Type this code there, on the start page. It is good once, for ten minutes.',
  makeCode: 'Show a code',
  codeIs: 'Your code',
  haveCode: 'I have a code',
  codeLabel: 'Code of eight letters from your other device',
  useCode: 'Use it',

  devices: 'Your devices',
  thisDevice: 'this one',
  unnamed: 'a device',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  nth: (name: string, n: number) => `${name} (${n})`,
  end: 'End',
  endName: (label: string) => `End ${label}: it opens nothing any more`,

  accountTitle: 'Account',
  accountAbout:
    'With a name and a password you are found on any device. Nobody can tell you a lost password.',
  login: 'Account name',
  loginAbout: '3 to 32 of a–z, 0–9, dot, dash and underscore',
  password: 'Password',
  passwordAbout: 'at least 8 letters',
  newPassword: 'New password',
  changePassword: 'Change the password',
  make: 'Make the account',
  signIn: 'Sign in',
  signOut: 'Sign out here',
  signOutAbout:
    'This device opens your tables no more. Without an account or another device you cannot come back.',
  sure: 'Really',

  data: 'Your data',
  download: 'Download all of it',
  delete: 'Delete me',
  deleteAbout:
    'Your name, devices and account go for good. In games that were played your seat stays, without your name.',
};
