// Soft sounds made by the page itself: a card, a canasta, "your turn", a hand that was won.
// Not here: whether and when a sound is wanted (motion/sounds.ts).
// Invariant: a browser without sound is no error.
let context: AudioContext | null = null;

const LOUD = 0.12;

/** The noise of a card on felt: a short rush, damped. */
function rustle(audio: AudioContext, start: number): void {
  const seconds = 0.06;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  filter.type = 'bandpass';
  filter.frequency.value = 1800;
  gain.gain.value = LOUD;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(start);
}

function tone(audio: AudioContext, frequency: number, start: number, seconds: number): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = 'sine';
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(LOUD, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

/** Browsers let sound begin only after a tap, so the first tap prepares it. */
export function prepareSound(): void {
  try {
    context ??= new AudioContext();
    void context.resume();
  } catch {
    context = null;
  }
}

/** Calls it with the time of now, if there is sound. */
function ifReady(play: (audio: AudioContext, now: number) => void): void {
  if (context !== null && context.state === 'running') play(context, context.currentTime);
}

/** Notes one after the other. */
function notes(frequencies: readonly number[], apart: number, seconds: number): void {
  ifReady((audio, now) => frequencies.forEach((f, i) => tone(audio, f, now + i * apart, seconds)));
}

const MOST_CARDS = 8;

export function playCards(count: number, apartMs: number): void {
  ifReady((audio, now) => {
    for (let i = 0; i < Math.min(count, MOST_CARDS); i++) rustle(audio, now + (i * apartMs) / 1000);
  });
}

export const playTurn = (): void => notes([587.33, 880], 0.14, 0.6);
export const playCanasta = (): void => notes([659.25, 783.99, 987.77], 0.09, 0.5);
export const playWon = (): void => notes([523.25, 659.25, 783.99, 1046.5], 0.12, 0.7);
