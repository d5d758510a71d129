/** Prices by prefix of the number, and the country of numbers without one. */
import { useState } from 'react'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useAmounts } from './amounts.ts'
import { useCountry, usePrices, useRemovePrice, useSetCountry, useSetPrice } from './calls.ts'
import { useSmsTexts } from './words.ts'

export function PricesView() {
  const texts = useSmsTexts()
  const amount = useAmounts()
  const prices = usePrices()
  const remove = useRemovePrice()
  const owns = useRight('own')
  const again = () => void prices.refetch()
  if (prices.error) return <Failure error={prices.error} onRetry={again} />
  if (!prices.data) return <LoadingRows onRetry={again} />
  return (
    <div className="stack wide">
      {remove.error && <Failure error={remove.error} />}
      {prices.data.length === 0 ? (
        <EmptyState title={texts.pricesNone} sentence={texts.pricesHint} />
      ) : (
        <table>
          <thead>
            <tr>
              <th>{texts.prefix}</th>
              <th className="num">{texts.price}</th>
              {owns && (
                <th>
                  <span className="sr">{texts.removePrice}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {prices.data.map(({ prefix, price }) => (
              <tr key={prefix}>
                <td className="strong">+{prefix}</td>
                <td className="num">{amount(price)}</td>
                {owns && (
                  <td className="num">
                    <Button look="quiet" onClick={() => remove.mutate(prefix)}>
                      {texts.removePrice}
                      <span className="sr"> +{prefix}</span>
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {owns && <SetPrice />}
      <Country />
    </div>
  )
}

function SetPrice() {
  const texts = useSmsTexts()
  const set = useSetPrice()
  const [{ prefix, price }, setTyped] = useState({ prefix: '', price: '' })
  return (
    <form
      className="sms-row"
      onSubmit={event => {
        event.preventDefault()
        if (set.isPending) return
        const given = { prefix: prefix.trim(), price: price.trim().replace(',', '.') }
        set.mutate(given, { onSuccess: () => setTyped({ prefix: '', price: '' }) })
      }}
    >
      {set.error && <Failure error={set.error} />}
      <TextField
        label={texts.prefix}
        value={prefix}
        maxLength={30}
        placeholder="+46"
        onChange={next => setTyped({ prefix: next, price })}
      />
      <TextField
        label={texts.price}
        value={price}
        maxLength={30}
        onChange={next => setTyped({ prefix, price: next })}
      />
      <Button type="submit" busy={set.isPending}>
        {texts.setPrice}
      </Button>
    </form>
  )
}

function Country() {
  const { data: known } = useCountry()
  if (known === undefined) return null
  return <CountryForm key={known} known={known ?? ''} />
}

function CountryForm({ known }: { known: string }) {
  const texts = useSmsTexts()
  const toast = useToast()
  const set = useSetCountry()
  const owns = useRight('own')
  const [country, setCountry] = useState(known)
  if (!owns)
    return (
      <p className="soft small">
        {texts.country}: {known === '' ? '–' : known}
      </p>
    )
  return (
    <form
      className="sms-row"
      onSubmit={event => {
        event.preventDefault()
        if (set.isPending) return
        const wanted = country.trim()
        set.mutate(wanted === '' ? null : wanted, {
          onSuccess: () => toast({ text: texts.saved }),
        })
      }}
    >
      {set.error && <Failure error={set.error} />}
      <TextField
        label={texts.country}
        hint={texts.countryHint}
        value={country}
        maxLength={4}
        optional
        onChange={setCountry}
      />
      <Button type="submit" busy={set.isPending}>
        {texts.save}
      </Button>
    </form>
  )
}
