/** The strings of the page of UTM parameters, in English. */

export const utm = {
  title: 'Link parameters',
  about:
    'What is added to the addresses of links, so that the statistics of your website know which email a visit comes from. Nothing is added before you name a website here.',
  hosts: 'Websites',
  hostsHint: 'One a line: shop.example. Links to other sites stay as they are.',
  parameters: 'Parameters',
  parametersHint:
    'One a line: utm_source=newsletter. Values may have {{ list }}, {{ newsletter }}, {{ list_id }} and {{ newsletter_id }}. A link that has one already keeps it.',
  usual: 'Fill in the usual ones',
  save: 'Save link parameters',
  saved: 'The link parameters are saved. Emails get them from now on.',
  undone: 'The link parameters are as they were before.',
}
