/**
 * User activity, for polling: requests that a page makes by itself must not keep the session alive,
 * which would otherwise never expire in an open tab.
 */
const ATTENDED_MILLIS = 60_000

let last = Date.now()
for (const act of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  globalThis.addEventListener?.(
    act,
    () => {
      last = Date.now()
    },
    { capture: true, passive: true },
  )

export const isAttended = (): boolean => Date.now() - last < ATTENDED_MILLIS
