/** The views of the page of events. */
export const EVENT_TABS = ['events', 'sources'] as const
