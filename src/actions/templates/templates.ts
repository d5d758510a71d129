/** Templates: the beginnings of newsletters, of blocks or with slots to fill. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { contentId, TemplateContent } from '../../domain/newsletters/content/source.ts'
import { saveAsTemplate } from '../../domain/newsletters/working/save-as-template.ts'
import { goneBlocks } from '../../domain/templates/gone-blocks.ts'
import {
  editTemplate,
  saveNewTemplate,
  violationsOfTemplate,
} from '../../domain/templates/save-template.ts'
import { slotsOfTemplate, templateSource } from '../../domain/templates/template-source.ts'
import {
  findTemplate,
  templatesOfAccount,
  templateVersions,
} from '../../domain/templates/templates.sql.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { entityTag } from '../entity-tag.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { withRules } from '../value-problems.ts'
import { chosenId, id, moment, pageOf, paging } from '../values.ts'

const kind = z.enum(['html', 'mjml', 'blocks'])

const words = {
  name: z.string().max(200).describe('What it is called.'),
  description: z.string().max(500).describe('What it is for.'),
}

/** Content, or the newsletter that becomes a template. */
const NewSource = z.discriminatedUnion('kind', [
  ...TemplateContent.options,
  z.strictObject({ kind: z.literal('newsletter'), newsletterId: contentId }),
])

/** Other content, or that of an earlier version. */
const ChangedSource = z.discriminatedUnion('kind', [
  ...TemplateContent.options,
  z.strictObject({ kind: z.literal('version'), version: contentId }),
])

const head = {
  id,
  ...words,
  kind,
  active: z.boolean().describe('False: it was removed, and can be put back.'),
  version: id,
  gone: z
    .array(z.string())
    .describe('Blocks whose picture, or whose saved block, is there no more.'),
}

const TemplateRow = z
  .object({ ...head, created: moment, modified: moment })
  .meta({ id: 'TemplateRow' })

const Slot = z.object({ name: z.string(), kind: z.string(), content: z.string() })

const Template = z
  .object({
    ...head,
    source: TemplateContent,
    slots: z.array(Slot),
    versions: z.array(
      z.object({ version: id, kind: z.string(), characters: z.int(), created: moment }),
    ),
  })
  .meta({ id: 'Template' })

export type TemplateListed = z.output<typeof TemplateRow>
export type TemplateAnswer = z.output<typeof Template>

const params = z.strictObject({ templateId: id })

/** Changes of the media library change no template. */
const tag = ({ gone: _, ...template }: TemplateAnswer) => template

async function wholeTemplate(db: Db, accountId: number, templateId: number, at?: number) {
  const { version, pictures: _, ...source } = await templateSource(db, accountId, templateId, at)
  const template = (await findTemplate(db, { accountId, id: templateId }))!
  const gone = await goneBlocks(db, accountId, templateId)
  return {
    ...template,
    version,
    kind: source.kind,
    source,
    slots: slotsOfTemplate(source),
    versions: await templateVersions(db, { accountId, templateId }),
    gone: gone.get(templateId) ?? [],
  }
}

export const templates = [
  action({
    route: 'GET /templates',
    right: 'read',
    about: 'The templates, the oldest first.',
    command: 'template list',
    query: z.strictObject(paging),
    out: pageOf(TemplateRow),
    async run({ db, account: { id: accountId } }, { query: { after, limit } }) {
      const [last] = placeOf(after, z.tuple([z.int()])) ?? [0]
      const rows = await templatesOfAccount(db, { accountId })
      const gone = await goneBlocks(db, accountId)
      const later = rows
        .filter(template => template.id > last)
        .map(row => ({ ...row, kind: kind.parse(row.kind), gone: gone.get(row.id) ?? [] }))
      return cut(later, limit, template => [template.id])
    },
  }),
  action({
    route: 'POST /templates',
    right: 'content',
    about:
      'Save a template: source, blocks, or a newsletter as its writers see it. What can not be ' +
      'read is refused, with its line and column.',
    command: 'template add',
    body: withRules(
      z.strictObject({
        ...words,
        description: words.description.default(''),
        source: NewSource,
        id: chosenId,
      }),
      violationsOfTemplate,
    ),
    out: Template,
    creates: true,
    async run({ db, account, readPicture }, { body: { id: chosen, source, ...words } }) {
      const given = { id: chosen }
      const saved = await (source.kind === 'newsletter'
        ? saveAsTemplate(db, account.id, source.newsletterId, words, given)
        : saveNewTemplate(db, account.id, { ...words, source, readPicture }, given))
      return wholeTemplate(db, account.id, saved.id)
    },
  }),
  action({
    route: 'GET /templates/:templateId',
    right: 'read',
    about: 'A template: what it is written in, its slots, its versions.',
    command: 'template show',
    params,
    query: z.strictObject({
      version: id.optional().describe('As it was at this version; by default the newest.'),
    }),
    out: Template,
    tag,
    run: ({ db, account }, { params: { templateId }, query: { version } }) =>
      wholeTemplate(db, account.id, templateId, version),
  }),
  action({
    route: 'PATCH /templates/:templateId',
    right: 'content',
    about: 'Change a template. Newsletters keep the version they were made from.',
    command: 'template edit',
    readsIfMatch: true,
    params,
    body: withRules(
      z.strictObject({
        name: words.name.optional(),
        description: words.description.optional(),
        source: ChangedSource.optional(),
        active: z.boolean().optional().describe('Newsletters may begin with it.'),
      }),
      violationsOfTemplate,
    ),
    out: Template,
    tag,
    async run(call, { params: { templateId }, body }) {
      const accountId = call.account.id
      await ifUnchanged(
        call,
        { kind: 'template', id: templateId },
        async tx => entityTag(tag(Template.parse(await wholeTemplate(tx, accountId, templateId)))),
        tx => editTemplate(tx, accountId, templateId, { ...body, readPicture: call.readPicture }),
      )
      return wholeTemplate(call.db, accountId, templateId)
    },
  }),
] as const
