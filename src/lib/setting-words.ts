/** What is to be looked at in settings that can be used: a closed table of sentences. */
import { type CodedSentence, type DetailValues, detailsOf } from './sentences.ts'

export const settingWords = {
  'setting-none': ({ name, file }: DetailValues<'name' | 'file'>) =>
    `${name} in ${file} is no setting.`,
  'setting-none-near': ({ name, file, near }: DetailValues<'name' | 'file' | 'near'>) =>
    `${name} in ${file} is no setting. Did you mean ${near}?`,
  'setting-none-secret': ({ name, file, near }: DetailValues<'name' | 'file' | 'near'>) =>
    `${name} in ${file} is no setting. Only secrets are read from a file, and ${near} is none.`,
  'setting-of-environment': ({ name, near }: DetailValues<'name' | 'near'>) =>
    `${name} in the environment is no setting. Did you mean ${near}?`,
  'setting-of-environment-secret': ({ name, near }: DetailValues<'name' | 'near'>) =>
    `${name} in the environment is no setting. Only secrets are read from a file, and ${near} ` +
    'is none.',
  'setting-repeated': ({ name, file }: DetailValues<'name' | 'file'>) =>
    `${name} is set more than once in ${file}: the last counts.`,
  'settings-none-more': ({ names }: DetailValues<'names'>) =>
    `${names} more names are no settings.`,
  'certificate-ended': ({ name, day }: DetailValues<'name' | 'day'>) =>
    `The certificate of ${name} ended on ${day}: renew it, and start again.`,
  'certificate-early': ({ name, day }: DetailValues<'name' | 'day'>) =>
    `The certificate of ${name} is valid only from ${day} on.`,
  'certificate-self-signed': ({ name }: DetailValues<'name'>) =>
    `The certificate of ${name} is signed by itself: programs that check whom they send to ` +
    'refuse it. Use it on this machine only.',
}

export type SettingNote = CodedSentence<keyof typeof settingWords>

export const settingNote = detailsOf(settingWords)
