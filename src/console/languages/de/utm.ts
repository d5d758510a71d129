import type { utm as English } from '../../features/utm/texts.ts'

export const utm: typeof English = {
  title: 'Link-Parameter',
  about:
    'Was den Adressen von Links angefügt wird, damit die Statistik Ihrer Website weiß, aus welcher E-Mail ein Besuch kommt. Solange hier keine Website steht, wird nichts angefügt.',
  hosts: 'Websites',
  hostsHint: 'Eine pro Zeile: shop.example. Links zu anderen Seiten bleiben, wie sie sind.',
  parameters: 'Parameter',
  parametersHint:
    'Einer pro Zeile: utm_source=newsletter. In Werten gehen {{ list }}, {{ newsletter }}, {{ list_id }} und {{ newsletter_id }}. Hat ein Link einen davon schon, behält er ihn.',
  usual: 'Die üblichen eintragen',
  save: 'Link-Parameter speichern',
  saved: 'Die Link-Parameter sind gespeichert. E-Mails bekommen sie ab jetzt.',
  undone: 'Die Link-Parameter sind wieder, wie sie waren.',
}
