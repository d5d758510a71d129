/** The settings of the process that answers: purpose, value and origin of each. */
import { useState } from 'react'
import { YesNo } from '../../parts/small-fields.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { SearchField } from '../../parts/toolbar.tsx'
import { useSettings } from './calls.ts'
import { useSettingWords, useSystemTexts } from './words.ts'

export function SettingsTab() {
  const texts = useSystemTexts()
  const sentenceOf = useSettingWords()
  const settings = useSettings()
  const [words, setWords] = useState('')
  const [given, setGiven] = useState(false)
  const again = () => void settings.refetch()
  if (!settings.data)
    return settings.error ? (
      <Failure error={settings.error} onRetry={again} />
    ) : (
      <LoadingRows onRetry={again} />
    )
  const wanted = words.trim().toLowerCase()
  const shown = settings.data
    .map(one => ({ ...one, sentence: sentenceOf(one) }))
    .filter(
      ({ name, sentence, source }) =>
        (!given || source !== 'default') && `${name} ${sentence}`.toLowerCase().includes(wanted),
    )
  return (
    <div className="stack wide">
      <p className="soft">{texts.settingsHint}</p>
      <div className="toolbar">
        <SearchField label={texts.search} value={words} onChange={setWords} />
        <YesNo label={texts.given} value={given} onChange={setGiven} />
      </div>
      {shown.length === 0 && <p className="soft">{texts.noSetting}</p>}
      {shown.length > 0 && (
        <table className="system-settings">
          <thead>
            <tr>
              <th>{texts.setting}</th>
              <th>{texts.value}</th>
              <th className="hide-s">{texts.from}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, value, source, sentence }) => (
              <tr key={name}>
                <td className="wrap">
                  <code>{name}</code>
                  <span className="sub">{sentence}</span>
                </td>
                <td className="wrap">
                  {value === null || value === '' ? (
                    <span className="soft">{texts.none}</span>
                  ) : value.startsWith('(not shown') ? (
                    <span className="soft">{texts.notShown}</span>
                  ) : (
                    <code>{value}</code>
                  )}
                  <span className="sub only-s">{texts.sources[source] ?? source}</span>
                </td>
                <td className="hide-s">{texts.sources[source] ?? source}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
