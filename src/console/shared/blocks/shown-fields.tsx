/** Blocks that show something: a quotation, a list, a product, a video. */
import { useCallback } from 'react'
import type { EmailBlock } from '../../api/email-blocks.ts'
import { Button } from '../../parts/button.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { RichText } from '../../parts/rich-text/rich-text.tsx'
import { ColourField, LineField, NumberField, YesNo } from '../../parts/small-fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useDrawPlay } from '../media/calls.ts'
import type { BlockFieldsProps } from './block-fields.ts'
import { AddressField, PictureChoice } from './link-fields.tsx'
import type { ShownPerson } from './shown-person.ts'
import { TagMenu } from './tag-menu.tsx'
import { AlignChoice } from './text-fields.tsx'

type Of<Type extends EmailBlock['type']> = BlockFieldsProps<Extract<EmailBlock, { type: Type }>>

const MOST_ITEMS = 50
/** The address of a picture of the library. */
const OWN_PICTURE = /\/m\/[0-9a-z]+-([0-9a-f]{40})\./

/** Text that can't be split into blocks of its own. */
function Words(props: {
  label: string
  value: string
  plain?: boolean
  person: ShownPerson
  onChange(html: string): void
}) {
  const { label, value, plain, person, onChange } = props
  const texts = useTexts('composer')
  const toast = useToast()
  const tagMenu = useCallback(
    (insert: (tag: string) => void, chosen: string | undefined) => (
      <TagMenu person={person} chosen={chosen} onInsert={insert} />
    ),
    [person],
  )
  return (
    <div className="field">
      <span className="label">{label}</span>
      <RichText
        label={label}
        value={value}
        plain={plain ?? false}
        labels={texts.rich}
        readTag={person.readTag}
        tagMenu={tagMenu}
        onPasted={() => toast({ text: texts.partsLeftOut })}
        onPicturesLeftOut={count => toast({ text: texts.picturesLeftOut(count) })}
        onChange={onChange}
      />
    </div>
  )
}

export function QuoteFields({ block, person, onChange }: Of<'quote'>) {
  const texts = useTexts('composer')
  return (
    <>
      <Words
        key={block.id}
        label={texts.content}
        value={block.html}
        person={person}
        onChange={html => onChange({ ...block, html }, `${block.id} html`)}
      />
      <LineField
        label={texts.quoteSource}
        hint={texts.quoteSourceHint}
        value={block.source ?? ''}
        most={300}
        onChange={source =>
          onChange({ ...block, source: source === '' ? undefined : source }, `${block.id} source`)
        }
      />
      <AlignChoice
        value={block.align ?? 'left'}
        onChange={align => onChange({ ...block, align })}
      />
    </>
  )
}

export function ListFields({ block, person, colours, onChange }: Of<'list'>) {
  const texts = useTexts('composer')
  const { items } = block
  const set = (next: string[], part?: string) => onChange({ ...block, items: next }, part)
  return (
    <>
      <div className="field">
        <span className="label">{texts.marks}</span>
        <Tabs
          label={texts.marks}
          value={block.marks ?? 'bullets'}
          choices={(['bullets', 'numbers', 'checks'] as const).map(value => ({
            value,
            label: texts.markKinds[value],
          }))}
          onChange={marks => onChange({ ...block, marks })}
        />
      </div>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no name but their place
        <div className="link-row" key={`${items.length} ${index}`}>
          <Words
            label={texts.itemNumber(index + 1)}
            value={item}
            plain
            person={person}
            onChange={html => set(items.with(index, html), `${block.id} item ${index}`)}
          />
          {items.length > 1 && (
            <IconButton
              name={texts.removeItem(index + 1)}
              icon="remove"
              onClick={() => set(items.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      {items.length < MOST_ITEMS && (
        <span className="row">
          <Button icon={<Icon name="plus" />} onClick={() => set([...items, texts.newText])}>
            {texts.addItem}
          </Button>
        </span>
      )}
      <div className="two">
        <NumberField
          label={texts.size}
          value={block.size}
          least={10}
          most={40}
          placeholder="16 px"
          onChange={size => onChange({ ...block, size }, `${block.id} size`)}
        />
        <ColourField
          label={texts.colour}
          value={block.colour}
          inherited={colours.text}
          clear={texts.asBrand}
          onChange={colour => onChange({ ...block, colour }, `${block.id} colour`)}
        />
      </div>
    </>
  )
}

export function ProductFields({ block, person, onChange }: Of<'product'>) {
  const texts = useTexts('composer')
  const line = (part: 'name' | 'price' | 'button' | 'alt', label: string, most: number) => (
    <LineField
      label={label}
      value={block[part]}
      most={most}
      onChange={value => onChange({ ...block, [part]: value }, `${block.id} ${part}`)}
    />
  )
  return (
    <>
      <PictureChoice
        src={block.src}
        onPick={({ src, alt }) => onChange({ ...block, src, alt: block.alt || alt })}
      />
      {line('alt', texts.alt, 500)}
      {line('name', texts.productName, 1_000)}
      <Words
        key={block.id}
        label={texts.productWords}
        value={block.html}
        person={person}
        onChange={html => onChange({ ...block, html }, `${block.id} html`)}
      />
      <div className="two">
        {line('price', texts.price, 100)}
        <LineField
          label={texts.priceBefore}
          value={block.before ?? ''}
          most={100}
          onChange={before =>
            onChange({ ...block, before: before === '' ? undefined : before }, `${block.id} before`)
          }
        />
      </div>
      {line('button', texts.productButton, 200)}
      <AddressField
        value={block.href}
        onChange={href => onChange({ ...block, href }, `${block.id} href`)}
      />
      <YesNo
        label={texts.beside}
        value={block.beside ?? false}
        onChange={beside => onChange({ ...block, beside: beside || undefined })}
      />
    </>
  )
}

export function VideoFields({ block, onChange }: Of<'video'>) {
  const texts = useTexts('composer')
  const draw = useDrawPlay()
  return (
    <>
      <PictureChoice
        src={block.src}
        onPick={({ src, alt }) => {
          const id = OWN_PICTURE.exec(src)?.[1]
          if (id === undefined) return
          draw.mutate(id, {
            onSuccess: marked =>
              onChange({ ...block, src: marked.src, alt: block.alt || alt }, `${block.id} src`),
          })
        }}
      />
      <p className="faint small" role="status">
        {draw.isPending ? texts.drawingPlay : texts.playHint}
      </p>
      {draw.error && <Failure error={draw.error} />}
      <LineField
        label={texts.alt}
        value={block.alt}
        most={500}
        onChange={alt => onChange({ ...block, alt }, `${block.id} alt`)}
      />
      <AddressField
        label={texts.videoAddress}
        value={block.href}
        onChange={href => onChange({ ...block, href }, `${block.id} href`)}
      />
    </>
  )
}
