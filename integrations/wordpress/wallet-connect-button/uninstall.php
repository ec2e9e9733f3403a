<?php
/**
 * Removes what the plugin has stored, on each site of a network.
 *
 * @package WalletConnectButton
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $wallet_connect_button_site ) {
		switch_to_blog( $wallet_connect_button_site );
		delete_option( 'wallet_connect_button' );
		restore_current_blog();
	}
} else {
	delete_option( 'wallet_connect_button' );
}
