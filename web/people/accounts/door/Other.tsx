/** The way to the other half of the door, for those who were here and those who were not. */
export function Other({ before, onPress, children }: { before: string; onPress: () => void; children: string }) {
  return (
    <p className="text-center text-14 text-muted">
      {before}
      <button type="button" onClick={onPress} className="touch relative font-semibold text-link underline-offset-4 hover:underline">
        {children}
      </button>
    </p>
  )
}
