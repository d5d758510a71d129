/** The store was made by a newer version of the program. */
export class StoreIsNewer extends Error {
  /** Each as `schema 3`. */
  constructor(store: string, program: string) {
    super(
      `The store has ${store}, made by a newer version of Pennypost; this version supports ` +
        `${program}. ` +
        'Start the newer version, or restore a backup made before the upgrade.',
    )
  }
}
