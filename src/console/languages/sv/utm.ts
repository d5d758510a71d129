import type { utm as English } from '../../features/utm/texts.ts'

export const utm: typeof English = {
  title: 'Länkparametrar',
  about:
    'Det som läggs till i länkarnas adresser, så att statistiken på din webbplats vet vilket mejl ett besök kommer från. Inget läggs till förrän en webbplats står här.',
  hosts: 'Webbplatser',
  hostsHint: 'En per rad: shop.example. Länkar till andra sidor lämnas som de är.',
  parameters: 'Parametrar',
  parametersHint:
    'En per rad: utm_source=newsletter. Värden kan ha {{ list }}, {{ newsletter }}, {{ list_id }} och {{ newsletter_id }}. En länk som redan har en behåller den.',
  usual: 'Fyll i de vanliga',
  save: 'Spara länkparametrar',
  saved: 'Länkparametrarna är sparade. Mejl får dem från och med nu.',
  undone: 'Länkparametrarna är som de var förut.',
}
