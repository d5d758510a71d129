/** Strings of the drawing of a trigger, in German. */
import type { drawn as English } from './texts.ts'

export const de: typeof English = {
  hint: 'Ziehen Sie einen Schritt auf eine Linie. Mit Tasten: Pfeile wählen, Alt mit Pfeilen verschiebt, + fügt hinzu, Entf entfernt.',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  movedBefore: (step, other) => `„${step}“ steht jetzt vor „${other}“.`,
  movedAfter: (step, other) => `„${step}“ steht jetzt nach „${other}“.`,
  movedFirst: step => `„${step}“ ist jetzt der erste Schritt.`,
  movedNowhere: step => `„${step}“ kann dort nicht stehen: Der Weg führte zu ihm zurück.`,
  noFurther: step => `„${step}“ lässt sich nicht weiter verschieben.`,
  isDragged: step => `„${step}“ wird gezogen. Lassen Sie auf einer Linie los; Esc lässt es sein.`,
  leftStep: (step, people) => `„${step}“ (${people} ${people === '1' ? 'Person' : 'Personen'})`,
  leftSteps: steps => `Nicht mehr da oder jetzt etwas anderes: ${steps.join(', ')}.`,
  leftFates: {
    finish: 'Sie gehen nach ihrer Version zu Ende, wie alle.',
    move: 'Nur sie gehen nach ihrer Version zu Ende, mit diesem Schritt.',
    end: 'Sie scheiden sofort aus, wie alle.',
  },
  removeStep: 'Schritt entfernen',
  removeAsks: step => `„${step}“ entfernen?`,
  removeLeads: 'Wer hierher kam, geht zum Schritt danach weiter. Es lässt sich rückgängig machen.',
  removeBranch:
    'Er hat zwei Wege. Der erste, der weiterführt, bleibt; Schritte, zu denen nur der andere führte, werden dann markiert. Es lässt sich rückgängig machen.',
  removeHere: people =>
    people === '1'
      ? '1 Person steht hier. Beim Speichern werden Sie gefragt, was mit ihr geschieht.'
      : `${people} Personen stehen hier. Beim Speichern werden Sie gefragt, was mit ihnen geschieht.`,
  whoPauses: 'Wer eine Pause macht',
  whoPausesHint:
    'Leser können 30 bis 90 Tage pausieren. Bis zum Ende der Pause bekommen sie von hier keine E-Mail.',
  pausedSkip: 'Die E-Mail auslassen',
  pausedWait: 'Auf das Ende der Pause warten',
  insideAsk: people =>
    people === '1'
      ? 'Darin ist 1 Person. Was geschieht mit ihr bei der neuen Version?'
      : `Darin sind ${people} Personen. Was geschieht mit ihnen bei der neuen Version?`,
  fates: {
    finish: 'Sie gehen die Version zu Ende, in die sie kamen',
    move: 'Sie gehen in der neuen Version weiter',
    end: 'Sie scheiden aus und bekommen nichts mehr',
  },
  movesHint:
    'Wer an einem Schritt steht, den es nicht mehr gibt oder der jetzt etwas anderes tut, geht seine Version zu Ende.',
}
