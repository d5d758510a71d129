/** Templates: designs with slots that newsletters fill. */
import { z } from 'zod'
import { cut, placeOf } from '../../../actions/cursor.ts'
import { entityTag } from '../../../actions/entity-tag.ts'
import { ifUnchanged } from '../../../actions/if-unchanged.ts'
import { chosenId, id, moment, pageOf, paging } from '../../../actions/values.ts'
import type { Db } from '../../../db/db.ts'
import {
  editTemplate,
  saveNewTemplate,
  type TemplateChanges,
} from '../../../domain/templates/save-template.ts'
import { slotsOfTemplate, templateSource } from '../../../domain/templates/template-source.ts'
import {
  findTemplate,
  templatesOfAccount,
  templateVersions,
} from '../../../domain/templates/templates.sql.ts'
import { changeRoute, route } from '../route.ts'

const KINDS = ['html', 'mjml'] as const

const given = {
  name: z.string().max(200),
  description: z.string().max(500),
  kind: z.enum(KINDS),
  source: z.string().max(900_000).describe('HTML or MJML, with its slots.'),
}

const head = { id, name: z.string(), description: z.string(), active: z.boolean(), version: id }

const TemplateRow = z.object({ ...head, created: moment, modified: moment })

const Slot = z.object({ name: z.string(), kind: z.string(), content: z.string() })

const Template = z.object({
  ...{ ...head, kind: z.enum(KINDS), source: z.string(), slots: z.array(Slot) },
  versions: z.array(
    z.object({ version: id, kind: z.string(), characters: z.int(), created: moment }),
  ),
})

const tag = (template: z.output<typeof Template>) => template

export type TemplateListed = z.output<typeof TemplateRow>
export type TemplateAnswer = z.output<typeof Template>

const params = z.strictObject({ templateId: id })

async function wholeTemplate(db: Db, accountId: number, templateId: number) {
  const { kind, source } = await templateSource(db, accountId, templateId)
  const template = (await findTemplate(db, { accountId, id: templateId }))!
  const versions = await templateVersions(db, { accountId, templateId })
  return { ...template, kind, source, versions, slots: slotsOfTemplate({ kind, source }) }
}

export const templates = [
  route({
    method: 'GET',
    path: '/templates',
    right: 'read',
    about: 'The templates, the oldest first.',
    commands: ['template list'],
    query: z.strictObject(paging),
    out: pageOf(TemplateRow),
    async run({ db, account }, { query: { after, limit } }) {
      const [last] = placeOf(after, z.tuple([z.int()])) ?? [0]
      const rows = await templatesOfAccount(db, { accountId: account.id })
      const later = rows.filter(template => template.id > last)
      return cut(later, limit, template => [template.id])
    },
  }),
  route({
    method: 'POST',
    path: '/templates',
    right: 'content',
    about: 'Save a template. What can not be read is refused, with its line and column.',
    commands: ['template add'],
    body: z.strictObject({
      ...given,
      description: given.description.default(''),
      id: chosenId,
    }),
    out: Template,
    creates: true,
    async run({ db, account }, { body: { id: chosen, ...draft } }) {
      const saved = await saveNewTemplate(db, account.id, draft, { id: chosen })
      return wholeTemplate(db, account.id, saved.id)
    },
  }),
  route({
    method: 'GET',
    path: '/templates/:templateId',
    right: 'read',
    about: 'One template with its slots and versions.',
    commands: ['template show'],
    params,
    out: Template,
    tag,
    run: ({ db, account }, { params: { templateId } }) => wholeTemplate(db, account.id, templateId),
  }),
  changeRoute({
    method: 'PATCH',
    path: '/templates/:templateId',
    right: 'content',
    about: 'Change a template. Newsletters keep the version they were made from.',
    commands: ['template edit'],
    params,
    body: z
      .strictObject({
        ...given,
        active: z.boolean(),
        restore: id.describe('The version whose source becomes the newest.'),
      })
      .partial(),
    out: Template,
    tag,
    async run(call, { params: { templateId }, body }) {
      const accountId = call.account.id
      await ifUnchanged(
        call,
        { kind: 'template', id: templateId },
        async tx => entityTag(tag(Template.parse(await wholeTemplate(tx, accountId, templateId)))),
        tx => editTemplate(tx, accountId, templateId, body as TemplateChanges),
      )
      return wholeTemplate(call.db, accountId, templateId)
    },
  }),
]
