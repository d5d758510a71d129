/** The style sheets of the console, in their order. */
import '@fontsource-variable/inter/wght.css'
import './tokens.css'
import './mantine.css'
import './base.css'
import './frame.css'
import './data.css'
import './narrow.css'
