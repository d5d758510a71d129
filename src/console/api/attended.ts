/**
 * Whether somebody is at the page. What a page asks for by itself is no use of the session, which
 * else would never end in an open tab.
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
