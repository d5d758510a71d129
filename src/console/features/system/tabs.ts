/** The views of the page of the installation, as its address has them. */
export const SYSTEM_TABS = ['now', 'checks', 'settings', 'retention'] as const

export type SystemTab = (typeof SYSTEM_TABS)[number]
