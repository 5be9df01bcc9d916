type SchemePictureProps = {
  /** Names its two files in web/public, which `npm run screens` writes. */
  name: string;
  alt: string;
  /** In px; reserves the place, so that nothing jumps when the picture loads. */
  width: number;
  height: number;
};

/** A picture of a screen of the app, in the reader's colour scheme. */
export function SchemePicture({ name, ...image }: SchemePictureProps) {
  return (
    <>
      <img {...image} src={`/${name}.webp`} className="h-auto w-full dark:hidden" />
      <img
        {...image}
        src={`/${name}-dark.webp`}
        loading="lazy" // never fetched where it is not shown
        className="hidden h-auto w-full dark:block"
      />
    </>
  );
}
