<?php
/**
 * Plugin Name:       Wallet Connect Button
 * Description:       A block and a shortcode with which visitors connect an Ethereum or Starknet wallet, and prove that it is theirs.
 * Version:           0.1.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       wallet-connect-button
 * Domain Path:       /languages
 *
 * The files in dist/ are the script itself. They are under the MIT licence, which is compatible with the GPL.
 *
 * @package WalletConnectButton
 */

namespace WalletConnectButton;

defined( 'ABSPATH' ) || exit;

const HANDLE  = 'wallet-connect-button';
const OPTION  = 'wallet_connect_button';
const VERSION = '0.1.0';

require __DIR__ . '/includes/settings.php';
require __DIR__ . '/includes/attributes.php';
require __DIR__ . '/includes/script.php';
require __DIR__ . '/includes/optimisers.php';
require __DIR__ . '/includes/block.php';
require __DIR__ . '/includes/shortcodes.php';
require __DIR__ . '/includes/members.php';
require __DIR__ . '/includes/members-content.php';
require __DIR__ . '/includes/allowed-html.php';
if ( is_admin() ) {
	require __DIR__ . '/includes/settings-page.php';
	require __DIR__ . '/includes/members-warning.php';
}

/** The plugin's own folder, with a slash at its end. */
function folder(): string {
	return plugin_dir_path( __FILE__ );
}

/** The address of the plugin's own folder, with a slash at its end. */
function address(): string {
	return plugin_dir_url( __FILE__ );
}

add_action(
	'init',
	function () {
		load_plugin_textdomain( 'wallet-connect-button', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
	}
);
