/** The languages that the service writes to people in; those of the console may be more. */
export const MAIL_LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'sv', label: 'Svenska' },
  { value: 'de', label: 'Deutsch' },
] as const
