/** Blocks that lead somewhere: pictures, buttons, rows of links. */
import { useState } from 'react'
import type { EmailBlock } from '../../api/email-blocks.ts'
import { Button } from '../../parts/button.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { LINK_START, wholeLink } from '../../parts/pasting/links.ts'
import { ColourField, LineField, NumberField, YesNo } from '../../parts/small-fields.tsx'
import { useTexts } from '../../texts/language.tsx'
import { CropDialog } from '../media/crop-dialog.tsx'
import { MediaPicker } from '../media/media-picker.tsx'
import type { BlockFieldsProps } from './block-fields.ts'
import { TagMenu } from './tag-menu.tsx'
import { AlignChoice } from './text-fields.tsx'

type Of<Type extends EmailBlock['type']> = BlockFieldsProps<Extract<EmailBlock, { type: Type }>>

const MOST_LINKS = 12
const OFFERED = [
  '{{ unsubscribe_url }}',
  '{{ web_version_url }}',
  '{{ measuring_url }}',
  'https://',
  'mailto:',
]

export function AddressField(props: {
  label?: string
  value: string
  onChange(value: string): void
}) {
  const texts = useTexts('composer')
  const { value } = props
  const wrong = value !== '' && !LINK_START.test(value.trim())
  return (
    <LineField
      label={props.label ?? texts.address}
      value={value}
      most={2_000}
      placeholder="https://"
      offered={OFFERED}
      problem={wrong ? texts.addressWrong : undefined}
      onChange={props.onChange}
      onBlur={() => {
        const whole = wholeLink(value)
        if (whole !== value) props.onChange(whole)
      }}
    />
  )
}

/** Opens the library, and shows what was chosen. */
export function PictureChoice(props: {
  src: string
  onPick(picked: { src: string; alt: string }): void
}) {
  const { src } = props
  const texts = useTexts('composer')
  const [picking, setPicking] = useState(false)
  return (
    <div className="field">
      <span className="label">{texts.picture}</span>
      <button type="button" className="picture-choice" onClick={() => setPicking(true)}>
        {src.startsWith('/m/') || src.startsWith(location.origin) ? (
          <img src={src} alt="" />
        ) : (
          <Icon name="picture" />
        )}
        <span>{src === '' ? texts.choosePicture : texts.otherPicture}</span>
      </button>
      {picking && (
        <MediaPicker
          onClose={() => setPicking(false)}
          onPick={picked => {
            setPicking(false)
            props.onPick(picked)
          }}
        />
      )}
    </div>
  )
}

export function PictureFields({ block, onChange }: Of<'picture'>) {
  const texts = useTexts('composer')
  const [cropping, setCropping] = useState(false)
  const isOurs = block.src.startsWith('/m/') || block.src.startsWith(`${location.origin}/m/`)
  return (
    <>
      <PictureChoice
        src={block.src}
        onPick={({ src, alt }) => onChange({ ...block, src, alt: block.alt || alt })}
      />
      {/* Of what moves, one picture would be left. */}
      {isOurs && !block.src.endsWith('.gif') && (
        <Button onClick={() => setCropping(true)}>{texts.crop}</Button>
      )}
      <LineField
        label={texts.pictureAddress}
        value={block.src}
        most={2_000}
        placeholder="https://"
        onChange={src => onChange({ ...block, src }, `${block.id} src`)}
      />
      <LineField
        label={texts.alt}
        hint={texts.altHint}
        value={block.alt}
        most={500}
        onChange={alt => onChange({ ...block, alt }, `${block.id} alt`)}
      />
      <AddressField
        label={texts.leadsTo}
        value={block.href ?? ''}
        onChange={href =>
          onChange({ ...block, href: href === '' ? undefined : href }, `${block.id} href`)
        }
      />
      <div className="two">
        <NumberField
          label={texts.width}
          value={block.width}
          least={8}
          most={1_000}
          placeholder={texts.allThereIs}
          onChange={width => onChange({ ...block, width }, `${block.id} width`)}
        />
        <AlignChoice
          value={block.align ?? 'center'}
          onChange={align => onChange({ ...block, align })}
        />
      </div>
      <NumberField
        label={texts.radius}
        value={block.radius}
        least={0}
        most={100}
        placeholder="0 px"
        onChange={radius => onChange({ ...block, radius }, `${block.id} radius`)}
      />
      {cropping && (
        <CropDialog
          src={block.src}
          name={block.alt || texts.picture}
          alt={block.alt}
          onClose={() => setCropping(false)}
          onCropped={src => {
            setCropping(false)
            onChange({ ...block, src })
          }}
        />
      )}
    </>
  )
}

export function ButtonFields({ block, person, colours, onChange }: Of<'button'>) {
  const texts = useTexts('composer')
  return (
    <>
      <LineField
        label={texts.words}
        value={block.text}
        most={1_000}
        onChange={text => onChange({ ...block, text }, `${block.id} text`)}
      />
      <span className="row">
        <TagMenu
          person={person}
          onInsert={tag => onChange({ ...block, text: `${block.text}${tag}` })}
        />
      </span>
      <AddressField
        value={block.href}
        onChange={href => onChange({ ...block, href }, `${block.id} href`)}
      />
      <div className="two">
        <AlignChoice
          value={block.align ?? 'center'}
          onChange={align => onChange({ ...block, align })}
        />
        <NumberField
          label={texts.radius}
          value={block.radius}
          least={0}
          most={60}
          placeholder="4 px"
          onChange={radius => onChange({ ...block, radius }, `${block.id} radius`)}
        />
      </div>
      <div className="two">
        <ColourField
          label={texts.fill}
          value={block.fill}
          inherited={colours.accent}
          clear={texts.asBrand}
          onChange={fill => onChange({ ...block, fill }, `${block.id} fill`)}
        />
        <ColourField
          label={texts.colour}
          value={block.colour}
          inherited={colours.onAccent}
          clear={texts.asBrand}
          onChange={colour => onChange({ ...block, colour }, `${block.id} colour`)}
        />
      </div>
      <YesNo
        label={texts.wide}
        value={block.wide ?? false}
        onChange={wide => onChange({ ...block, wide: wide || undefined })}
      />
    </>
  )
}

export function LinksFields({ block, onChange }: Of<'social' | 'menu'>) {
  const texts = useTexts('composer')
  const links = block.links.map(link => ({
    words: 'name' in link ? link.name : link.text,
    href: link.href,
  }))
  const set = (next: { words: string; href: string }[], part?: string) =>
    onChange(
      block.type === 'social'
        ? { ...block, links: next.map(({ words, href }) => ({ name: words, href })) }
        : { ...block, links: next.map(({ words, href }) => ({ text: words, href })) },
      part,
    )
  const edit = (index: number, change: Partial<{ words: string; href: string }>) =>
    set(
      links.map((link, at) => (at === index ? { ...link, ...change } : link)),
      `${block.id} link ${index}`,
    )
  return (
    <>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no name but their place
        <fieldset className="link-row" key={index}>
          <legend className="sr">{texts.linkNumber(index + 1)}</legend>
          <LineField
            label={texts.words}
            value={link.words}
            most={block.type === 'social' ? 60 : 100}
            onChange={words => edit(index, { words })}
          />
          <AddressField value={link.href} onChange={href => edit(index, { href })} />
          <IconButton
            name={texts.removeLink(index + 1)}
            icon="remove"
            onClick={() => set(links.toSpliced(index, 1))}
          />
        </fieldset>
      ))}
      {links.length < MOST_LINKS && (
        <span className="row">
          <Button
            icon={<Icon name="plus" />}
            onClick={() => set([...links, { words: '', href: 'https://' }])}
          >
            {texts.addLink}
          </Button>
        </span>
      )}
      <AlignChoice
        value={block.align ?? 'center'}
        onChange={align => onChange({ ...block, align })}
      />
      {block.type === 'social' && (
        <YesNo
          label={texts.wordsForIcons}
          value={block.words ?? false}
          onChange={words => onChange({ ...block, words: words || undefined })}
        />
      )}
    </>
  )
}
