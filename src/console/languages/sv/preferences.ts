import type { preferences as English } from '../../features/preferences/texts.ts'

export const preferences: typeof English = {
  title: 'Läsarnas inställningar',
  about:
    'Vad läsare kan välja själva, på en sida som deras utskick leder till: listor, en paus på 30, 60 eller 90 dagar, HTML eller text, och det som du erbjuder här. Lämna kan de alltid.',
  howThere: 'Sätt {{ preferences_url }} som adress för en länk i ett utskick.',
  lists: 'Listor att gå med i',
  listsHint:
    'Den som står på en lista ser den där ändå. Andra kan gå med i dem som du erbjuder; den som lämnade en för mer än ett dygn sedan anmäler sig på nytt.',
  confirmed: 'Går att gå med i först efter en bekräftelse per e-post',
  noLists: 'Det finns ingen lista än.',
  often: list => `Hur ofta ${list} kommer`,
  oftenHint: 'Bredvid listan: Två gånger i månaden. Annars står dess beskrivning där.',
  fields: 'Uppgifter att se och ändra',
  fieldsHint:
    'Utskick vidarebefordras, och den som öppnar länken ser de här värdena: erbjud det som andra får se.',
  personName: 'Namn',
  language: 'Datafält med personens språk',
  noLanguage: 'Inget',
  languageHint:
    'Som sv, sv-SE, Swedish eller Svenska. Läsarna väljer det där; sidorna talar det sedan hellre än webbläsarens språk, och anmälningar fyller i det där det är tomt.',
  save: 'Spara inställningar',
  saved: 'Sidan med inställningar är sparad.',
  meanwhile: 'Någon annan har ändrat den under tiden. Det du valde finns kvar här.',
  keepMine: 'Behåll mitt',
}
