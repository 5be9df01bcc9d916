/**
 * Tones and vibration that signal a scan's result to a person who looks at the shelf, not at the
 * screen.
 */

/** `neutral`: neither wrong nor new, such as scanned before or waiting to be sent. */
export type Signal = "success" | "neutral" | "failure";

type Tone = { readonly hertz: number; readonly ms: number };

/**
 * One short high tone means right, two low tones mean wrong: distinguishable in a noisy lab and by
 * touch.
 */
const SIGNALS: Readonly<Record<Signal, { tones: readonly Tone[]; vibrationMs: number[] }>> = {
  success: { tones: [{ hertz: 1_320, ms: 80 }], vibrationMs: [60] },
  neutral: { tones: [{ hertz: 780, ms: 60 }], vibrationMs: [30] },
  failure: {
    tones: [
      { hertz: 330, ms: 130 },
      { hertz: 220, ms: 200 },
    ],
    vibrationMs: [120, 80, 120],
  },
};

/** Audible next to other devices, but far below the maximum. */
const VOLUME = 0.2;
/** A tone without a fade clicks at its start and end. */
const FADE_S = 0.008;

let audio: AudioContext | null = null;

/**
 * Plays a signal's tones and vibrates. Does nothing if the browser supports neither, or before the
 * first key press or touch: browsers block both until then.
 */
export function play(signal: Signal): void {
  const { userActivation } = navigator as Partial<Navigator>;
  if (userActivation && !userActivation.hasBeenActive) return;
  const { tones, vibrationMs } = SIGNALS[signal];
  (navigator as Partial<Navigator>).vibrate?.(vibrationMs);
  if (typeof AudioContext === "undefined") return;
  try {
    audio ??= new AudioContext();
  } catch {
    return; // no audio device
  }
  // The browser suspends audio, for example after a call; if it refuses to resume, the signal is
  // silent.
  if (audio.state === "suspended") audio.resume().catch(() => undefined);
  let at = audio.currentTime;
  for (const tone of tones) at = playTone(audio, tone, at);
}

/** @param at time on the context's clock, seconds. @returns when the tone ends */
function playTone(context: AudioContext, { hertz, ms }: Tone, at: number): number {
  const end = at + ms / 1_000;
  const oscillator = new OscillatorNode(context, { frequency: hertz });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(VOLUME, at + FADE_S);
  gain.gain.setValueAtTime(VOLUME, end - FADE_S);
  gain.gain.linearRampToValueAtTime(0, end);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(end);
  return end;
}
