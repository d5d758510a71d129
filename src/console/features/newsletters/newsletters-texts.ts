/** The strings of the pages of newsletters. A language without one does not compile. */
import type { NewsletterStanding, ShownStandings } from './standing.ts'

export interface NewslettersTexts {
  title: string
  add: string
  search: string
  views: string
  shown: Record<ShownStandings, string>
  standings: Record<NewsletterStanding, string>
  newsletter: string
  state: string
  when: string
  edited: string
  started: string
  due: string
  ended: string
  to: string
  opened: string
  clicked: string
  value: string
  ofAll(count: string, emails: string): string
  doneOf(share: string): string
  /** A working copy that is not yet a version. */
  unpublished: string
  folder: string
  allFolders: string
  noFolder: string
  newFolder: string
  folderName: string
  inArchive: string
  show: string
  report: string
  watch: string
  copied(name: string): string
  move: string
  moveTitle(name: string): string
  moved(name: string, folder: string): string
  movedOut(name: string): string
  archive: string
  unarchive: string
  archivedNow(name: string): string
  unarchived(name: string): string
  ofTrigger(people: number): string
  more: string
  none: string
  noneHint: string
  noMatch: string
  noMatchHint: string
  showAll: string
  edit: string
  remove: string
  removed(name: string): string
  removeAsks(name: string): string
  removeKeeps: string
  actionsOf(name: string): string
  table: string
  calendar: string
  month: string
  previousMonth: string
  nextMonth: string
  today: string
  noneThisMonth: string
  zone(zone: string): string
  untitled: string
  copy: string
  copyOf(name: string): string
}
