/**
 * An account with a list and a named field, and what tests of newsletters and templates do with it.
 */
import assert from 'node:assert/strict'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { fieldsOfAccount, saveField } from '../../src/domain/demographics/demographics.sql.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { freezeMessage } from '../../src/domain/newsletters/freeze-message.ts'
import {
  addDraft,
  type Draft,
  editDraft,
  keptDraft,
} from '../../src/domain/newsletters/save-newsletter.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { compiledMessage } from '../../src/domain/sendings/compiled-message.ts'
import { saveNewTemplate } from '../../src/domain/templates/save-template.ts'
import { composeMessage, renderMessage } from '../../src/mail/message/compose.ts'
import { key, recipient } from '../mail/message/message-readers.ts'
import { temporaryStore } from '../support/database.ts'

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

  const draft = (more: Partial<Draft>): Draft => ({
    name: '',
    subject: 'News',
    preheader: '',
    html: '',
    text: '',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    listId: undefined,
    ...more,
  })
  const add = (more: Partial<Draft>) => addDraft(store, accountId, draft(more))
  const edit = (id: number, more: Partial<Draft>) => editDraft(store, accountId, id, more)
  const kept = (id: number) => keptDraft(store, accountId, id)
  const template = (source: string, more = {}) =>
    saveNewTemplate(store, accountId, {
      name: 'Plain',
      description: '',
      kind: 'html',
      source,
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

  return { store, drop, accountId, listId, draft, add, edit, kept, template, refused, messagesOf }
}
