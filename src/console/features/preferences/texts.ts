/** The strings of the page of preferences, in English. */

export const preferences = {
  title: 'Preferences',
  about:
    'What readers may choose by themselves, on a page that their emails lead to: lists, a pause of 30, 60 or 90 days, HTML or text, and what you offer here. They can always leave.',
  howThere: 'Put the tag {{ preferences_url }} into an email, as the address of a link.',
  lists: 'Lists to join',
  listsHint:
    'Whoever is on a list sees it there anyway. Who is not can join those that you offer; who left one more than a day ago signs up anew.',
  confirmed: 'Joined only after a confirmation by email',
  noLists: 'There is no list yet.',
  often: (list: string): string => `How often ${list} comes`,
  oftenHint: 'Beside the list: Twice a month. Otherwise its description stands there.',
  fields: 'Data to see and change',
  fieldsHint:
    'Emails are forwarded, and whoever opens the link sees these values: offer what others may see.',
  personName: 'Name',
  language: 'Data field with the language of a person',
  noLanguage: 'None',
  languageHint:
    'As sv, sv-SE, Swedish or Svenska. Readers choose it there; pages then speak it before that of the browser, and sign-ups fill it in where it is empty.',
  save: 'Save preferences',
  saved: 'The page of preferences is saved.',
  meanwhile: 'Somebody else has changed it meanwhile. What you chose is still here.',
  keepMine: 'Keep mine',
}
