/** The brand: logo, colours with their contrast, fonts, sender, postal address, footer. */
import './brand.css'
import { useState } from 'react'
import type { BrandAnswer } from '../../../actions/brand/brand.ts'
import { useBrand, useSaveBrand } from '../../api/brand.ts'
import type { TaggedAnswer } from '../../api/client.ts'
import { isStale } from '../../api/edited.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { MAIL_LANGUAGES } from '../../parts/mail-languages.ts'
import { ColourField, LineField, NumberField } from '../../parts/small-fields.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { MediaPicker } from '../../shared/media/media-picker.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { Contrasts } from './contrasts.tsx'
import { useBrandTexts } from './words.ts'

type Brand = BrandAnswer['brand']

export function BrandPage() {
  const texts = useBrandTexts()
  const brand = useBrand()
  if (!brand.data)
    return (
      <>
        <PageHead title={texts.title} />
        <div className="page">
          {brand.error ? (
            <Failure error={brand.error} onRetry={() => void brand.refetch()} />
          ) : (
            <LoadingRows onRetry={() => void brand.refetch()} />
          )}
        </div>
      </>
    )
  return <BrandForm read={brand.data} refetch={brand.refetch} />
}

function BrandForm(props: {
  read: TaggedAnswer<BrandAnswer>
  refetch(): Promise<{ data: TaggedAnswer<BrandAnswer> | undefined }>
}) {
  const texts = useBrandTexts()
  const toast = useToast()
  const mayChange = useRight('content')
  const [brand, setBrand] = useState(props.read.value.brand)
  const [tag, setTag] = useState(props.read.tag)
  const save = useSaveBrand()
  const stale = isStale(save.error)
  const busy = save.isPending || stale
  const set = (change: Partial<Brand>) => setBrand({ ...brand, ...change })
  const submit = () => {
    if (busy) return
    save.mutate(
      { brand, ifMatch: tag },
      {
        onSuccess(saved) {
          setTag(saved.tag)
          setBrand(saved.value.brand)
          toast({ text: texts.saved })
        },
      },
    )
  }
  const keepMine = async () => {
    const { data } = await props.refetch()
    if (data) setTag(data.tag)
    save.reset()
  }
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          mayChange && (
            <Button look="primary" busy={busy} onClick={submit}>
              {texts.save}
            </Button>
          )
        }
      />
      <div className="page mapping">
        <fieldset className="plain-set stack wide brand-fields" disabled={!mayChange}>
          <p className="soft">{texts.hint}</p>
          {stale && (
            <div className="note warn" role="alert">
              <span>{texts.meanwhile}</span>
              <Button onClick={() => void keepMine()}>{texts.loadAgain}</Button>
            </div>
          )}
          {save.error && !stale && <Failure error={save.error} />}
          <LogoFields brand={brand} set={set} />
          <h2>{texts.colourTitle}</h2>
          <div className="two">
            {(Object.keys(texts.colours) as (keyof Brand['colours'])[]).map(name => (
              <ColourField
                key={name}
                label={texts.colours[name]}
                value={brand.colours[name]}
                inherited={brand.colours[name]}
                onChange={colour =>
                  set({ colours: { ...brand.colours, [name]: colour ?? brand.colours[name] } })
                }
              />
            ))}
          </div>
          <h2>{texts.fonts}</h2>
          <div className="two">
            {(['heading', 'body'] as const).map(part => (
              <SelectField
                key={part}
                label={texts[part]}
                value={brand.fonts[part]}
                choices={props.read.value.fonts.map(({ name }) => ({
                  value: name as Brand['fonts']['body'],
                  label: name,
                }))}
                onChange={font => set({ fonts: { ...brand.fonts, [part]: font } })}
              />
            ))}
          </div>
          <NumberField
            label={texts.width}
            value={brand.width}
            least={480}
            most={700}
            onChange={width => set({ width: width ?? 600 })}
          />
          <h2>{texts.sender}</h2>
          <LineField
            label={texts.senderName}
            value={brand.sender.name}
            most={200}
            onChange={name => set({ sender: { ...brand.sender, name } })}
          />
          <LineField
            label={texts.senderEmail}
            hint={texts.senderHint}
            value={brand.sender.email}
            most={320}
            onChange={email => set({ sender: { ...brand.sender, email } })}
          />
          <LineField
            label={texts.replyTo}
            value={brand.sender.replyTo}
            most={320}
            onChange={replyTo => set({ sender: { ...brand.sender, replyTo } })}
          />
          <LongField
            label={texts.address}
            hint={texts.addressHint}
            value={brand.address}
            most={500}
            onChange={address => set({ address })}
          />
          {(['imprint', 'privacy'] as const).map(one => (
            <LineField
              key={one}
              label={texts[one]}
              hint={texts.linksHint}
              value={brand.links[one]}
              most={2_000}
              placeholder="https://"
              onChange={link => set({ links: { ...brand.links, [one]: link } })}
            />
          ))}
          <LongField
            label={texts.footer}
            hint={texts.footerHint}
            value={brand.footer}
            most={10_000}
            onChange={footer => set({ footer })}
          />
          <SelectField
            label={texts.language}
            value={brand.language}
            choices={MAIL_LANGUAGES}
            onChange={language => set({ language })}
          />
        </fieldset>
        <aside className="stack wide">
          {mayChange && <BrandPreview version={tag} />}
          <Contrasts brand={brand} />
        </aside>
      </div>
    </>
  )
}

function LogoFields({ brand, set }: { brand: Brand; set(change: Partial<Brand>): void }) {
  const texts = useBrandTexts()
  const [picking, setPicking] = useState(false)
  const { logo } = brand
  return (
    <>
      <h2>{texts.logo}</h2>
      {!logo && <p className="soft small">{texts.noLogo}</p>}
      {logo?.src.startsWith('/') && (
        <span className="logo-shown" style={{ background: brand.colours.paper }}>
          <img src={logo.src} alt={logo.alt} style={{ width: logo.width }} />
        </span>
      )}
      <span className="row wrap-row">
        <Button onClick={() => setPicking(true)}>{texts.chooseLogo}</Button>
        {logo && (
          <Button look="quiet" onClick={() => set({ logo: null })}>
            {texts.removeLogo}
          </Button>
        )}
      </span>
      {logo && (
        <>
          <LineField
            label={texts.alt}
            value={logo.alt}
            most={200}
            onChange={alt => set({ logo: { ...logo, alt } })}
          />
          <div className="two">
            <NumberField
              label={texts.logoWidth}
              value={logo.width}
              least={20}
              most={600}
              onChange={width => set({ logo: { ...logo, width: width ?? 160 } })}
            />
            <LineField
              label={texts.leadsTo}
              value={logo.href}
              most={2_000}
              placeholder="https://"
              onChange={href => set({ logo: { ...logo, href } })}
            />
          </div>
        </>
      )}
      {picking && (
        <MediaPicker
          onClose={() => setPicking(false)}
          onPick={({ src, alt }) => {
            setPicking(false)
            set({ logo: { width: 160, href: '', ...logo, src, alt: alt || logo?.alt || '' } })
          }}
        />
      )}
    </>
  )
}

function LongField(props: {
  label: string
  hint: string
  value: string
  most: number
  onChange(value: string): void
}) {
  return (
    <label className="field">
      <span className="label">{props.label}</span>
      <textarea
        className="plain-input tall"
        rows={4}
        maxLength={props.most}
        value={props.value}
        onChange={event => props.onChange(event.currentTarget.value)}
      />
      <small className="faint">{props.hint}</small>
    </label>
  )
}
