/** Why a file is not taken for a picture: a closed table of sentences. */
import { type DetailValues, detailsOf } from '../sentences.ts'

const WANTED = 'a PNG, a JPEG, a GIF or a WebP is wanted, whatever its name says.'

export const pictureWords = {
  'picture-none': () => `This is no picture: ${WANTED}`,
  'picture-kind': ({ kind }: DetailValues<'kind'>) => `This is ${kind}. A${WANTED.slice(1)}`,
  'picture-empty': () => 'The picture has no width or no height.',
  'picture-large': ({
    width,
    height,
    millions,
    side,
  }: DetailValues<'width' | 'height' | 'millions' | 'side'>) =>
    `The picture has ${width} × ${height} pixels. It may have ${millions} million, and ${side} on ` +
    'a side: make it smaller first.',
  'picture-moves': () => 'A GIF moves by itself: take a PNG or a JPEG for a play mark.',
  'picture-cut': () => 'The GIF is not whole, or too long.',
  'picture-damaged': () => 'The picture is damaged, and can not be read.',
  'pictures-store': ({ says }: DetailValues<'says'>) => String(says),
}

export const aboutPicture = detailsOf(pictureWords)

export type PictureDetail = ReturnType<typeof aboutPicture>
