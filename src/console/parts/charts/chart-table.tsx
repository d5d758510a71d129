/** The numbers of a chart, for screen readers: a chart is a picture of a table. */
export function ChartTable(props: {
  caption: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}) {
  return (
    <div className="sr">
      <table>
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            {props.head.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(cells => (
            <tr key={cells.join(' ')}>
              {cells.map((cell, at) =>
                at === 0 ? (
                  <th key={props.head[at]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={props.head[at]}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
