/**
 * An account with a list and a named field, and what tests of newsletters and templates do with it.
 */
import assert from 'node:assert/strict'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { fieldsOfAccount, saveField } from '../../src/domain/demographics/demographics.sql.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import type {
  ChangedSource,
  NewsletterSource,
} from '../../src/domain/newsletters/content/source.ts'
import { freezeMessage } from '../../src/domain/newsletters/freeze-message.ts'
import {
  addDraft,
  editDraft,
  type NewsletterChanges,
  savedNewsletter,
} from '../../src/domain/newsletters/save-newsletter.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { compiledMessage } from '../../src/domain/sendings/compiled-message.ts'
import { saveNewTemplate } from '../../src/domain/templates/save-template.ts'
import { composeMessage, renderMessage } from '../../src/mail/message/compose.ts'
import { key, recipient } from '../mail/message/message-readers.ts'
import { temporaryStore } from '../support/database.ts'

/** What a test changes of a newsletter: its source in short. */
export interface Written extends Omit<NewsletterChanges, 'source'> {
  html?: string
  mjml?: string
  template?: { id: number }
  slots?: Record<string, string>
  readPicture?: (path: string) => Uint8Array | undefined
}

const sourceOf = ({ mjml, template, slots = {}, html = '' }: Written): NewsletterSource => {
  if (mjml !== undefined) return { kind: 'mjml', mjml }
  if (!template) return { kind: 'html', html }
  return { kind: 'template', templateId: template.id, version: null, slots }
}

const changedSource = (more: Written): ChangedSource | undefined => {
  const { html, mjml, template, slots } = more
  if (html !== undefined || mjml !== undefined || template) return sourceOf(more)
  return slots && { kind: 'slots', slots }
}

export async function openWriter() {
  const { store, drop } = await temporaryStore()
  const accountId = (await addAccount(store, {
    username: 'writer',
    password: 'correct horse battery staple',
  }))!.id
  await saveField(store, { accountId, number: 2, name: 'City', type: 'text', choices: [] })
  assert.equal((await fieldsOfAccount(store, { accountId })).length, 1)
  const list = {
    name: 'All',
    fromName: 'Shop',
    fromEmail: 'shop@example.test',
    description: '',
    characterSet: '',
  }
  const listId = await makeList(store, accountId, list)

  const parts = ({
    html: _,
    mjml: __,
    template: ___,
    slots: ____,
    readPicture,
    ...head
  }: Written) => ({
    head,
    files: { readPicture },
  })
  const add = (more: Written) => {
    const { head, files } = parts(more)
    const draft = { subject: 'News', ...head, source: sourceOf(more) }
    return addDraft(store, accountId, draft, files)
  }
  const edit = (id: number, more: Written) => {
    const { head, files } = parts(more)
    const source = changedSource(more)
    return editDraft(store, accountId, id, { ...head, ...(source && { source }) }, files)
  }
  const kept = (id: number) => savedNewsletter(store, accountId, id)
  const template = (html: string, more = {}) =>
    saveNewTemplate(store, accountId, {
      name: 'Plain',
      description: '',
      source: { kind: 'html', html },
      ...more,
    })
  const refused = async (work: () => Promise<unknown>, says: RegExp) => {
    const count = async () => {
      const { rows } = await store.withClient(client =>
        client.query(
          `select (select count(*) from newsletters) + (select count(*) from newsletter_versions) \
+ (select count(*) from templates)
             + (select count(*) from template_versions) + (select count(*) from message_pictures) \
as n`,
        ),
      )
      return rows[0].n
    }
    const before = await count()
    await assert.rejects(work(), (error: unknown) => {
      assert.ok(error instanceof Refusal)
      assert.match(error.subject ?? error.message, says)
      return true
    })
    assert.equal(await count(), before)
  }
  const messagesOf = async (id: number, person = recipient()) => {
    const message = await freezeMessage(store, accountId, id, listId)
    const compiled = await compiledMessage(store, JSON.parse(JSON.stringify(message)), {
      accountId,
      of: 'test',
      ofId: 1,
      publicUrl: 'https://mail.example.test',
      bounceDomain: 'bounce.example.test',
      key,
    })
    return { bytes: composeMessage(compiled, person).bytes, ...renderMessage(compiled, person) }
  }

  return { store, drop, accountId, listId, add, edit, kept, template, refused, messagesOf }
}
