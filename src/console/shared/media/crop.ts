/** The part of a picture that is kept: as large as its shape allows, around a focus point. */

/** In pixels of the picture. */
export interface CropRectangle {
  left: number
  top: number
  width: number
  height: number
}

/**
 * `ratio`: width by height; undefined: that of the picture. `share`: 1 is the largest rectangle of
 * that shape. `focus`: the middle, in shares of width and height, as far as the edges allow.
 */
export function cropRectangle(
  picture: { width: number; height: number },
  {
    ratio,
    share,
    focus,
  }: { ratio: number | undefined; share: number; focus: { x: number; y: number } },
): CropRectangle {
  const shape = ratio ?? picture.width / picture.height
  const wide = Math.min(picture.width, picture.height * shape) * share
  const width = Math.max(1, Math.round(wide))
  const height = Math.max(1, Math.round(wide / shape))
  const within = (middle: number, size: number, all: number) =>
    Math.round(Math.min(Math.max(middle * all - size / 2, 0), all - size))
  return {
    left: within(focus.x, width, picture.width),
    top: within(focus.y, height, picture.height),
    width,
    height,
  }
}
