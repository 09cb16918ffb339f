// What is fetched when it is opened over a table, for Lazy.svelte.
// Not here: the table itself (index.ts), which imports this. Invariant: all come with one file,
// but the first steps, which few tables have.
export const gathering = async () => (await import('./sheets')).Gathering;
export const menu = async () => (await import('./sheets')).Menu;
export const keysSheet = async () => (await import('./sheets')).KeysSheet;
export const wordsLine = async () => (await import('./sheets')).Words;
export const rulesSheet = async () => (await import('./sheets')).RulesSheet;
export const lesson = async () => (await import('./lesson')).Lesson;
export const ownLesson = async () => (await import('./lesson')).Own;
export const scoreSheet = async () => (await import('./sheets')).ScoreSheet;
