/** Blocks of text, and those that say nothing. */
import { useCallback } from 'react'
import type { EmailBlock } from '../../api/email-blocks.ts'
import { LazyCodeEditor } from '../../parts/lazy-code-editor.tsx'
import type { PastedPart } from '../../parts/pasting/pasted.ts'
import { RichText } from '../../parts/rich-text/rich-text.tsx'
import { ColourField, IconChoice, NumberField } from '../../parts/small-fields.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { BlockFieldsProps } from './block-fields.ts'
import { TagMenu } from './tag-menu.tsx'

type Of<Type extends EmailBlock['type']> = BlockFieldsProps<Extract<EmailBlock, { type: Type }>>

const SIZES = { text: 16, 1: 30, 2: 24, 3: 19 } as const

export function TextFields(
  props: Of<'text' | 'heading'> & {
    inEmail: boolean
    onPasted(parts: readonly PastedPart[]): void
  },
) {
  const { block, person, colours, onChange, onPasted } = props
  const texts = useTexts('composer')
  const toast = useToast()
  const tagMenu = useCallback(
    (insert: (tag: string) => void, chosen: string | undefined) => (
      <TagMenu person={person} chosen={chosen} onInsert={insert} />
    ),
    [person],
  )
  const size = block.type === 'text' ? SIZES.text : SIZES[block.level]
  return (
    <>
      <div className="field">
        <span className="label">{texts.content}</span>
        {props.inEmail ? (
          <small className="faint">{texts.writtenInEmail}</small>
        ) : (
          <RichText
            key={block.id}
            label={texts.content}
            value={block.html}
            plain={block.type === 'heading'}
            labels={texts.rich}
            readTag={person.readTag}
            tagMenu={tagMenu}
            onPasted={onPasted}
            onPicturesLeftOut={count => toast({ text: texts.picturesLeftOut(count) })}
            onChange={html => onChange({ ...block, html }, `${block.id} html`)}
          />
        )}
      </div>
      {block.type === 'heading' && (
        <div className="field">
          <span className="label">{texts.level}</span>
          <Tabs
            label={texts.level}
            value={String(block.level)}
            choices={['1', '2', '3'].map(value => ({ value, label: value }))}
            onChange={level => onChange({ ...block, level: Number(level) as 1 | 2 | 3 })}
          />
        </div>
      )}
      <div className="two">
        <NumberField
          label={texts.size}
          value={block.size}
          least={block.type === 'text' ? 10 : 12}
          most={block.type === 'text' ? 40 : 80}
          placeholder={`${size} px`}
          onChange={value => onChange({ ...block, size: value }, `${block.id} size`)}
        />
        <AlignChoice
          value={block.align ?? 'left'}
          onChange={align => onChange({ ...block, align })}
        />
      </div>
      <ColourField
        label={texts.colour}
        value={block.colour}
        inherited={colours.text}
        clear={texts.asBrand}
        onChange={colour => onChange({ ...block, colour }, `${block.id} colour`)}
      />
    </>
  )
}

export function AlignChoice(props: {
  value: 'left' | 'center' | 'right'
  onChange(value: 'left' | 'center' | 'right'): void
}) {
  const texts = useTexts('composer')
  return (
    <IconChoice
      label={texts.align}
      value={props.value}
      choices={[
        { value: 'left', label: texts.aligns.left, icon: 'alignLeft' },
        { value: 'center', label: texts.aligns.center, icon: 'alignCenter' },
        { value: 'right', label: texts.aligns.right, icon: 'alignRight' },
      ]}
      onChange={props.onChange}
    />
  )
}

export function DividerFields({ block, onChange }: Of<'divider'>) {
  const texts = useTexts('composer')
  return (
    <>
      <NumberField
        label={texts.thickness}
        value={block.thickness}
        least={1}
        most={20}
        placeholder="1 px"
        onChange={thickness => onChange({ ...block, thickness }, `${block.id} thickness`)}
      />
      <ColourField
        label={texts.colour}
        value={block.colour}
        inherited="#D9D5C8"
        clear={texts.asBrand}
        onChange={colour => onChange({ ...block, colour }, `${block.id} colour`)}
      />
    </>
  )
}

export function SpaceFields({ block, onChange }: Of<'space'>) {
  const texts = useTexts('composer')
  return (
    <NumberField
      label={texts.height}
      value={block.height}
      least={1}
      most={400}
      onChange={height => onChange({ ...block, height: height ?? 1 }, `${block.id} height`)}
    />
  )
}

export function CodeFields({ block, onChange }: Of<'code'>) {
  const texts = useTexts('composer')
  return (
    <div className="field">
      <span className="label">{texts.blocks.code}</span>
      <LazyCodeEditor
        key={block.id}
        label={texts.blocks.code}
        value={block.html}
        onChange={html => onChange({ ...block, html }, `${block.id} html`)}
      />
      <small className="faint">{texts.codeHint}</small>
    </div>
  )
}

export function SavedFields({ name }: { name: string }) {
  const texts = useTexts('composer')
  return (
    <p className="note">
      <span>
        <b>{name}</b>
        <small>{texts.savedHint}</small>
      </span>
    </p>
  )
}
