import { Transformer } from '@napi-rs/image'

/** Noise, which no encoder makes small. */
export async function noise(width: number, height: number, alpha = 255): Promise<Transformer> {
  const pixels = new Uint8Array(width * height * 4)
  for (let at = 0; at < pixels.length; at++)
    pixels[at] = at % 4 === 3 ? alpha : ((at * 7919) % 251) ^ (((at >> 5) * 31) % 241)
  return Transformer.fromRgbaPixels(pixels, width, height)
}
