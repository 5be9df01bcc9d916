/** Pictures are scaled to this width, px: enough for the bars of a label that fills half of it. */
const WIDTH = 1280;
/**
 * Bar codes are read along horizontal lines; one of these rotations, in degrees, straightens a
 * tilted code.
 */
const TURNS = [0, 20, -20] as const;

/** Prepares frames of a video or a photo for the decoder. */
export class FrameSource {
  readonly #canvas = document.createElement("canvas");
  readonly #context = this.#canvas.getContext("2d", { willReadFrequently: true });
  #taken = 0;

  /** Returns the current frame, each time at another rotation; null while it has no size. */
  take(source: HTMLVideoElement | ImageBitmap): ImageData | null {
    const [width, height] =
      source instanceof HTMLVideoElement
        ? [source.videoWidth, source.videoHeight]
        : [source.width, source.height];
    if (width === 0 || this.#context === null) return null;
    const scale = WIDTH / width;
    this.#canvas.width = WIDTH;
    this.#canvas.height = Math.round(height * scale);
    const turn = TURNS[this.#taken++ % TURNS.length] ?? 0;
    this.#context.translate(WIDTH / 2, this.#canvas.height / 2);
    this.#context.rotate((turn * Math.PI) / 180);
    this.#context.drawImage(
      source,
      ...([-WIDTH / 2, -this.#canvas.height / 2, WIDTH, this.#canvas.height] as const),
    );
    return this.#context.getImageData(0, 0, this.#canvas.width, this.#canvas.height);
  }

  /** Number of frames after which every rotation was tried. */
  static readonly TURNS = TURNS.length;
}
