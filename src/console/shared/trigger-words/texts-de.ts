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
}
