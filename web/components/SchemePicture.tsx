type SchemePictureProps = {
  /** Base name of its two files in web/public, which `npm run screens` writes. */
  name: string;
  alt: string;
  /** In px; reserves the space, so that the layout does not shift when the picture loads. */
  width: number;
  height: number;
};

/** A screenshot of the app, in the reader's color scheme. */
export function SchemePicture({ name, ...image }: SchemePictureProps) {
  return (
    <>
      <img {...image} src={`/${name}.webp`} className="h-auto w-full dark:hidden" />
      <img
        {...image}
        src={`/${name}-dark.webp`}
        loading="lazy" // the picture of the other color scheme is never fetched
        className="hidden h-auto w-full dark:block"
      />
    </>
  );
}
