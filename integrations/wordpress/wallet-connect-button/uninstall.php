<?php
/**
 * Removes what the plugin has stored, on each site of a network.
 *
 * @package WalletConnectButton
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/** Removes the stored data of a site: the settings and the used nonces. */
function wallet_connect_button_forget() {
	global $wpdb;
	delete_option( 'wallet_connect_button' );
	$wpdb->query( "DELETE FROM $wpdb->options WHERE option_name LIKE '\\_wallet\\_connect\\_button\\_nonce\\_%'" );
}

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $wallet_connect_button_site ) {
		switch_to_blog( $wallet_connect_button_site );
		wallet_connect_button_forget();
		restore_current_blog();
	}
} else {
	wallet_connect_button_forget();
}
