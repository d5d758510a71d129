/** The strings of the composer. A language without one of them does not compile. */
import type { EmailBlockType } from '../../api/email-blocks.ts'

export interface ComposerTexts {
  untitled: string
  back: string
  panes: string
  leftPane: string
  rightPane: string
  canvas: string
  narrow: Record<'left' | 'canvas' | 'right', string>
  build: string
  source: string
  versions: string
  email: string
  checks: string
  savedAt(at: string, version: number): string
  saving: string
  offline: string
  notSaved: string
  undo: string
  redo: string
  sendTest: string
  audience: string
  saveVersion: string
  versionSaved(version: number): string
  notAVersion: string
  nothingLost: string
  newerVersion: string
  newerVersionHint: string
  saveAnyway: string
  testHint: string
  testSent(messages: number): string
  inSandbox: string
  add: string
  addBlock: string
  blocks: Record<EmailBlockType, string>
  savedBlocks: string
  inThisEmail: string
  noBlocks: string
  tooMany: string
  blockRemoved(kind: string): string
  movingHint: string
  moveKeys: string
  movedTo(place: number, of: number): string
  onlyFiltered: string
  actionsOf(name: string): string
  columnNumber(number: number): string
  moveUp: string
  moveDown: string
  intoAbove: string
  intoBelow: string
  duplicate: string
  removeBlock: string
  saveBlock: string
  saveBlockHint: string
  blockName: string
  blockSaved(name: string): string
  newText: string
  newButton: string
  tag: string
  insertTag: string
  tagsFor(name: string): string
  ifEmpty: string
  emailAddress: string
  content: string
  rich: Record<
    | 'bold'
    | 'italic'
    | 'underline'
    | 'link'
    | 'bullets'
    | 'numbers'
    | 'address'
    | 'setLink'
    | 'removeLink',
    string
  >
  level: string
  size: string
  align: string
  aligns: Record<'left' | 'center' | 'right', string>
  colour: string
  asBrand: string
  thickness: string
  height: string
  codeHint: string
  savedHint: string
  columnCount: string
  widthOf(number: number): string
  addTextInto: string
  intoHint: string
  stacked: string
  middle: string
  spaceAround: string
  sides: readonly [string, string, string, string]
  sidesHint: string
  background: string
  showTo: string
  everybody: string
  hiddenOnPhone: string
  picture: string
  choosePicture: string
  otherPicture: string
  pictureAddress: string
  alt: string
  altHint: string
  leadsTo: string
  address: string
  addressWrong: string
  width: string
  allThereIs: string
  radius: string
  words: string
  fill: string
  wide: string
  linkNumber(number: number): string
  removeLink(number: number): string
  addLink: string
  head: Record<'name' | 'subject' | 'preheader' | 'fromName' | 'fromEmail' | 'replyTo', string>
  subjectLength(length: number, shown: number): string
  preheaderHint: string
  list: string
  noList: string
  senderHint: string
  nameHint: string
  withHeader: string
  withFooter: string
  inlined: string
  plainText: string
  plainTextHint: string
  desktop: string
  phone: string
  asText: string
  dark: string
  withoutPictures: string
  darkAuthored: string
  darkInverted: string
  foreignPictures: string
  showForeign: string
  from: string
  as: string
  showAs(name: string): string
  findPerson: string
  fictional: string
  sizeOf(size: number, most: number): string
  emailFor(name: string): string
  checkStops: string
  checkPasses: string
  severities: Record<'fine' | 'look' | 'wrong', string>
  checkLinks: string
  showBlock: string
  versionsHint: string
  versionNumber(version: number): string
  newest: string
  restore(version: number): string
  restored(version: number): string
  noDifference: string
  differenceHint: string
  changes: Record<'added' | 'removed' | 'changed' | 'moved', string>
  lookChanged: string
  sourceOf(kind: string): string
  atLine(line: number, column: number): string
  slotsOf(template: string): string
  noSlots: string
  slot(name: string): string
  changedBy(name: string, at: string): string
  somebody: string
  bothIn: string
  bothChanged: string
  theyRemoved: string
  takeTheirs: string
  understood: string
}
