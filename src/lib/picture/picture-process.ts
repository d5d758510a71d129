/** The child process of convert.ts: one picture, one result. Only this process decodes pictures. */
import { JsColorType, ResizeFit, Transformer } from '@napi-rs/image'
import type { ConvertedPicture, PictureJob } from './convert.ts'

/** Above it the process gives up: decoders take memory that no limit of Node counts. */
const MOST_MEGABYTES = 700
const JPEG_QUALITY = 84
/** A PNG that is larger is a photograph, most likely. */
const LARGE_PNG = 150_000

const WITH_ALPHA: readonly JsColorType[] = [
  JsColorType.La8,
  JsColorType.Rgba8,
  JsColorType.La16,
  JsColorType.Rgba16,
  JsColorType.Rgba32F,
]

setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEGABYTES * 1e6) process.exit(1)
}, 20).unref()

process.once('message', async given => {
  process.send!(await converted(given as PictureJob).catch(() => null))
})

async function converted({
  bytes,
  kind,
  mostWidth,
  play = false,
}: PictureJob): Promise<ConvertedPicture> {
  const { width, height, orientation = 1 } = await new Transformer(bytes).metadata()
  // Turned as the camera was held, and without anything else that a camera notes.
  const drawn = new Transformer(bytes)
  if (orientation !== 1) drawn.rotate()
  const [wide, high] = orientation > 4 ? [height, width] : [width, height]
  const scaled = Math.max(1, Math.round((high * mostWidth) / wide))
  if (wide > mostWidth) drawn.resize(mostWidth, scaled, null, ResizeFit.Fill)
  if (play) {
    const [across, down] = wide > mostWidth ? [mostWidth, scaled] : [wide, high]
    const side = Math.max(1, Math.round(Math.min(across, down) * PLAY_SHARE))
    const at = (length: number) => Math.round((length - side) / 2)
    drawn.overlay(await playMark(side), at(across), at(down))
  }
  if (kind === 'jpeg') return described('jpeg', await drawn.jpeg(JPEG_QUALITY))
  const png = await drawn.png()
  if (png.length < LARGE_PNG || (await isTransparent(png))) return described('png', png)
  const jpeg = await new Transformer(png).jpeg(JPEG_QUALITY)
  return jpeg.length < png.length * 0.6 ? described('jpeg', jpeg) : described('png', png)
}

/** Of the shorter side. */
const PLAY_SHARE = 0.3
const PLAY_MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">' +
  '<circle cx="48" cy="48" r="46" fill="#14181a" fill-opacity=".72"/>' +
  '<circle cx="48" cy="48" r="44" fill="none" stroke="#fff" stroke-width="4"/>' +
  '<path d="M38 28v40l34-20z" fill="#fff"/></svg>'

/** A triangle in a disc that is seen on any picture. */
const playMark = (side: number): Promise<Buffer> =>
  Transformer.fromSvg(PLAY_MARK).resize(side, side).png()

async function described(kind: 'png' | 'jpeg', bytes: Buffer): Promise<ConvertedPicture> {
  const { width, height } = await new Transformer(bytes).metadata()
  return { kind, bytes, width, height }
}

async function isTransparent(png: Buffer): Promise<boolean> {
  const { colorType } = await new Transformer(png).metadata()
  if (!WITH_ALPHA.includes(colorType)) return false
  if (colorType !== JsColorType.Rgba8) return true
  const pixels = await new Transformer(png).rawPixels()
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true
  return false
}
