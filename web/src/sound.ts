// A soft sound made by the page itself: two notes that say "your turn".
// Not here: whether sound is wanted (settings). Invariant: a browser without sound is no error.
let context: AudioContext | null = null;

function tone(audio: AudioContext, frequency: number, start: number, seconds: number): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = 'sine';
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.12, start + 0.02);
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

export function playTurnSound(): void {
  if (context === null || context.state !== 'running') return;
  const now = context.currentTime;
  tone(context, 587.33, now, 0.5);
  tone(context, 880, now + 0.14, 0.7);
}
