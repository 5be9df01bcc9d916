type SchemePictureProps = {
  /** Names its two files in web/public, which `npm run screens` writes. */
  name: string;
  alt: string;
  /** In px; named so that nothing jumps when it comes. */
  width: number;
  height: number;
};

/** A screen of the app, in the colours that its reader has. */
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
