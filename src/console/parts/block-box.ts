/** Where a block lies in the frame of an email, in pixels of the frame. */
export interface Box {
  top: number
  left: number
  width: number
  height: number
}

export interface BlockBox extends Box {
  block: string
}
