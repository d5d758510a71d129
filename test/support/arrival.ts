/** A hit as it stands in `hit_arrivals`: a person opens an email of sending 1. */
export const arrival = (given: Record<string, string | number>) => ({
  kind: 'view',
  source_kind: 1,
  source_id: 1,
  delivery_id: 1,
  link: 0,
  at: Date.UTC(2026, 10, 21, 12, 59, 30),
  verdict: 'person',
  reason: 'browser',
  agent: '',
  network: '',
  ...given,
})
